import type { Locator, Page } from 'playwright-core'

/** What a person does on a page. Each click, each key and each field that is filled in is one action; looking and scrolling are none. */
export interface Hands {
  readonly actions: number
  click(target: Locator): Promise<void>
  press(key: string): Promise<void>
  /** Includes the click into the field. */
  type(field: Locator, text: string): Promise<void>
}

export function handsOn(page: Page): Hands {
  let actions = 0
  return {
    get actions() {
      return actions
    },
    async click(target) {
      actions += 1
      await target.click()
    },
    async press(key) {
      actions += 1
      await page.keyboard.press(key)
    },
    async type(field, text) {
      actions += 1
      await field.click()
      await field.fill(text)
    },
  }
}
