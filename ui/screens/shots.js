/** What is photographed: a name, how the window is opened, and what is done before. */

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {{ name: string, scenario: string, place: string, act?: (page: Page) => Promise<void>, looks?: string[] }} Shot
 */

/** @param {string} name */
const press = (name) => /** @param {Page} page */ async (page) => {
  await page.locator(name).first().click()
}

/** @param {Page} page */
const primary = (page) => page.locator(".end .primary").click()

/** Through the setup to the page of this number, by its main button alone. */
const wizard = (/** @type {number} */ pages) => async (/** @type {Page} */ page) => {
  for (let at = 0; at < pages; at += 1) {
    await page.locator(".end .primary:not([disabled])").waitFor()
    await primary(page)
  }
}

/** The first page is awaited, so that a click finds its words. @type {Shot[]} */
export const SHOTS = [
  { name: "setup-welcome", scenario: "fresh", place: "setup" },
  { name: "setup-bridges", scenario: "fresh", place: "setup", act: wizard(1) },
  { name: "setup-programs", scenario: "fresh", place: "setup", act: wizard(2) },
  {
    name: "setup-not-listed",
    scenario: "fresh",
    place: "setup",
    act: async (page) => {
      await wizard(2)(page)
      await page.locator(".end .link").click()
      await page.locator("[role=dialog]").waitFor()
    },
  },
  {
    name: "setup-review",
    scenario: "refusal-unparsable",
    place: "setup",
    act: async (page) => {
      await wizard(3)(page)
      await page.locator(".rv .opener").nth(0).click()
    },
  },
  { name: "setup-older", scenario: "refusal-predecessor", place: "setup", act: wizard(3) },
  {
    name: "setup-applying",
    scenario: "fresh&pause=60000",
    place: "setup",
    act: wizard(4),
  },
  {
    name: "setup-done",
    scenario: "unproven&pause=0",
    place: "setup",
    act: async (page) => {
      await wizard(4)(page)
      await page.locator(".pv .pr").nth(1).waitFor()
    },
  },
  { name: "home", scenario: "connected", place: "home" },
  { name: "home-changed", scenario: "changed", place: "home" },
  { name: "home-crash-loop", scenario: "crash-loop", place: "home" },
  { name: "home-question", scenario: "question", place: "home" },
  { name: "home-many", scenario: "many", place: "home" },
  { name: "home-long", scenario: "long", place: "home" },
  { name: "home-policy", scenario: "policy", place: "home" },
  { name: "home-waiting", scenario: "health-waiting", place: "home" },
  { name: "home-empty", scenario: "empty", place: "home" },
  { name: "home-unreachable", scenario: "unreachable", place: "home" },
  {
    name: "home-cell",
    scenario: "changed",
    place: "home",
    act: async (page) => {
      await page.locator(".cell.atc").first().click()
      await page.locator("[role=dialog]").waitFor()
    },
  },
  {
    name: "home-undo",
    scenario: "changed",
    place: "activity",
    act: async (page) => {
      await page.locator(".fold .acts .b").first().click()
      await page.locator("[role=dialog] .fold").first().waitFor()
    },
  },
  { name: "home-proof", scenario: "connected&pause=0", place: "home", act: press(".hr .acts .b") },
  { name: "activity", scenario: "connected", place: "activity" },
  { name: "bridges", scenario: "connected", place: "bridges", act: press(".opener >> nth=1") },
  {
    name: "bridges-try",
    scenario: "connected",
    place: "bridges",
    act: async (page) => {
      await page.locator(".opener").nth(1).click()
      await page.locator(".tools .b").first().click()
      await page.locator("[role=dialog] .primary").click()
      await page.locator("[role=dialog] .lines").waitFor()
    },
  },
  {
    name: "bridges-add",
    scenario: "connected",
    place: "bridges",
    act: async (page) => {
      await page.locator(".top .primary").click()
      await page.locator("[role=dialog] dl").waitFor()
    },
  },
  {
    name: "bridges-malformed",
    scenario: "malformed",
    place: "bridges",
    act: async (page) => {
      await page.locator(".top .primary").click()
      await page.locator("[role=dialog] .problems").waitFor()
    },
  },
  { name: "doctor", scenario: "changed", place: "doctor" },
  {
    name: "doctor-report",
    scenario: "connected",
    place: "doctor",
    act: async (page) => {
      await page.locator(".top .acts .b").first().click()
      await page.locator("[role=dialog] .lines").waitFor()
    },
  },
  { name: "settings", scenario: "connected", place: "settings" },
  { name: "uninstall", scenario: "leftovers", place: "uninstall" },
  {
    name: "uninstall-done",
    scenario: "leftovers",
    place: "uninstall",
    act: async (page) => {
      await page.locator(".end .danger:not([disabled])").click()
      await page.locator(".end .danger").waitFor({ state: "detached" })
    },
  },
]
