// A whole visit by keyboard alone; a part of page.mjs, which hands over what it checks with. Nothing here points, clicks
// or moves the focus by script, and the page itself is asked at the end whether it saw a pointer.
// Expects the page of samples/review.json, rendered with --triage.

export async function keyboardOnly(page, seen, { same, ok, state, shown }) {
  // Searching waits for a pause in typing, and a busy machine is slow.
  const settle = () => page.waitForTimeout(250);
  const press = (key) => page.keyboard.press(key);
  const on = (selector) => page.evaluate((wanted) => document.activeElement.matches(wanted), selector);
  const article = () => page.evaluate(() => document.activeElement.closest("article")?.id ?? null);
  const value = (selector) => page.locator(selector).inputValue();
  /** Presses Tab until the focus is on what is looked for. */
  const go = async (selector, key = "Tab", most = 60) => {
    for (let i = 0; i < most; i++) {
      await press(key);
      if (await on(selector)) return;
    }
    ok(`${key} reaches ${selector}`, false);
  };
  await page.evaluate(() => {
    window.pointers = 0;
    for (const type of ["pointerdown", "mousedown", "touchstart"]) addEventListener(type, () => { window.pointers += 1; }, true);
  });

  await press("Tab");
  ok("the first stop is the way past the contents, and it is seen", await page.evaluate(() => document.activeElement.matches(".skip") && document.activeElement.getBoundingClientRect().left >= 0));
  await press("Enter");
  await press("Tab");
  ok("it leads into the report", await page.evaluate(() => document.querySelector("main").contains(document.activeElement)));

  await press("/");
  await page.keyboard.type("md5 checksums");
  await settle();
  await press("Enter");
  same("search, and go to the hit", [await shown(page), await article()], [["SEC-003"], "SEC-003"]);
  await press("/");
  await press("Escape");
  await settle();
  same("Escape empties the search and stays there", [await state(page), await on("#q")], ["18 findings", true]);

  await go("[data-do=filter]");
  await press("Enter");
  await go("input[name=severity]");
  await press("Space");
  await go("input[name=merge]");
  await press("Space");
  await settle();
  ok("boxes filter", /^\d of 18 findings$/.test(await state(page)));
  await go("[data-do=clear]");
  await press("Enter");
  await settle();
  same("the way back is a button, and leads to the search", [await state(page), await on("#q")], ["18 findings", true]);
  await go("[data-do=filter]");
  await press("Space");
  ok("the panel closes", await page.locator("#filters").isHidden());

  await go("#sort");
  await press("ArrowDown");
  await go("#group");
  await press("ArrowDown");
  same("lists sort and group", [await value("#sort"), await value("#group"), await page.locator("#group-1").count()], ["severity", "file", 1]);
  await press("ArrowUp");
  await go("#sort", "Shift+Tab");
  await press("ArrowUp");

  await go("[data-do=view]", "Shift+Tab");
  await press("Enter");
  await go("[data-do=fold]");
  await press("Enter");
  same("all collapse", await page.locator("article:not(.folded)").count(), 0);
  await go("[data-do=unfold]", "Shift+Tab");
  await press("Enter");
  same("all expand", await page.locator("article.folded").count(), 0);
  await go("#theme");
  await press("ArrowDown");
  same("the colours switch", await page.evaluate(() => document.documentElement.dataset.theme), "light");
  await go("[data-do=help]");
  await press("Enter");
  for (let i = 0; i < 5; i++) {
    ok("the help holds the focus", await page.evaluate(() => document.activeElement === document.body || document.querySelector("#help").contains(document.activeElement)));
    await press("Tab");
  }
  await press("Escape");
  same("Escape closes it and goes back", [await page.locator("#help").evaluate((one) => one.open), await on("[data-do=help]")], [false, true]);
  await press("?");
  await go("[data-do=close]");
  await press("Enter");
  ok("its button closes it as well", await page.locator("#help").evaluate((one) => !one.open));

  const list = await shown(page), first = list[list.indexOf("SEC-003") + 1];
  await press("j");
  same("j goes on from where the reader was", await article(), first);
  await press("j");
  const second = await article();
  await press("o");
  ok("o collapses it", await page.locator(`#${second}`).evaluate((one) => one.classList.contains("folded")));
  await press("o");
  await press("k");
  same("k goes back", await article(), first);
  await go("[data-do=anchor]", "Tab", 3);
  same("its buttons are the next stops", await article(), first);
  await press("Enter");
  await page.waitForFunction(() => document.querySelector("#state").textContent === "Copied");

  const before = await page.locator("#progress").textContent();
  await press("t");
  ok("t goes to the decision", await on("[name=action]"));
  const had = await page.evaluate(() => document.activeElement.value);
  await press(had === "duplicate" ? "ArrowUp" : "ArrowDown");
  ok("a decision is made", (await page.evaluate(() => document.activeElement.value)) !== had);
  await press("Tab");
  await page.keyboard.type("just ok, said j and k");
  same("letters are letters where one types", [await on("[name=rationale]"), await page.evaluate(() => document.activeElement.value.endsWith("just ok, said j and k"))], [true, true]);
  await press("Tab");
  await press("/");
  ok("and so is the slash", await on("input[name=assignee]"));
  await press("Shift+Tab");
  await go("[data-do=one]", "Shift+Tab", 60);
  await press("/");
  await go("#bulk");
  await press("ArrowDown");
  await press("Tab");
  await press("Enter");
  same("all shown are decided on", await page.locator("#progress").textContent(), "18 of 18 decided");
  await press("Tab");
  await press("Enter");
  ok("and it is undone", (await page.locator("#progress").textContent()) !== "18 of 18 decided");
  await go("[data-do=import]");
  // The browser has to be told to hand the chooser over, which a key would overtake.
  const chooser = page.waitForEvent("filechooser");
  await settle();
  await press("Enter");
  ok("a file can be chosen", Boolean(await chooser));
  await go("[data-do=export]");
  const [download] = await Promise.all([page.waitForEvent("download"), press("Enter")]);
  same("and one is made", download.suggestedFilename(), "decisions.json");
  seen.dialogs = seen.dialogs.filter((one) => one.type !== "download");
  seen.requests = seen.requests.filter((one) => !one.url.startsWith("blob:"));
  ok("nine were decided before", before === "9 of 18 decided");

  await throughThePage(page, { same, ok });
  same("no pointer was used", await page.evaluate(() => window.pointers), 0);
}

/**
 * From here to the end: the focus is always seen, never stuck or behind the toolbar, and comes through every finding.
 * A field for a date is told by its part that has the focus, which the browser marks by itself.
 */
async function throughThePage(page, { same, ok }) {
  const articles = new Set();
  const faint = new Set();
  const behind = new Set();
  let stops = 0;
  for (; stops < 900; stops++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const one = document.activeElement, style = getComputedStyle(one);
      const html = document.implementation.createHTMLDocument("").importNode(one, false).outerHTML.slice(0, 90);
      const tools = document.querySelector("#tools"), below = tools.getBoundingClientRect().bottom;
      return {
        end: one === document.body,
        article: one.closest("article")?.id,
        seen: one.type === "date" || (style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 1),
        behind: getComputedStyle(tools).position === "sticky" && !tools.contains(one) && !one.closest(".toc") && one.getBoundingClientRect().bottom <= below,
        html,
      };
    });
    if (at.end) break;
    if (at.article) articles.add(at.article);
    if (!at.seen) faint.add(at.html);
    if (at.behind) behind.add(at.html);
  }
  ok("Tab comes to the end of the page", stops > 100 && stops < 900);
  same("through every finding", articles.size, 18);
  same("and the focus can always be seen", [...faint], []);
  same("with nothing before it", [...behind], []);
}
