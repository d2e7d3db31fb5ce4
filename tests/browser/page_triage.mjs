// Triage in the page; a part of page.mjs.
export async function triage() {}
