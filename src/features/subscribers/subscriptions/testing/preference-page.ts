import type { TestAnswer, TestApp } from '../../../../../test/helpers/app.ts'
import { querySubscriptionRows, sendAsClient } from './client.ts'

type Service = Pick<TestApp, 'url'>

export function getPreferencePage(app: Service, token: string, query = ''): Promise<TestAnswer> {
  return sendAsClient(app, 'GET', `/preferences?token=${token}${query}`)
}

export function postPreferencePage(app: Service, token: string, fields: Record<string, string>): Promise<TestAnswer> {
  return sendAsClient(app, 'POST', `/preferences?token=${token}`, new URLSearchParams(fields).toString())
}

/** Submits the form of the page as a browser would, with some fields changed; null removes one. */
export async function submitPreferences(app: Service, token: string, changes: Record<string, string | null> = {}): Promise<TestAnswer> {
  const [, text = ''] = /(name="shownIn".*?<\/form>)/s.exec((await getPreferencePage(app, token)).text) ?? []
  const fields = new URLSearchParams({ do: 'save', shownIn: /name="shownIn" value="(\w+)"/.exec(text)?.[1] ?? '' })
  for (const [tag] of text.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
    if (attribute('type') !== 'checkbox') fields.set(attribute('name'), attribute('value'))
    else if (tag.includes(' checked=')) fields.set(attribute('name'), 'on')
  }
  for (const [, name = '', options = ''] of text.matchAll(/<select id="[^"]*" name="([^"]*)">(.*?)<\/select>/gs))
    fields.set(name, /value="([^"]*)" selected/.exec(options)?.[1] ?? '')
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) fields.delete(name)
    else fields.set(name, value)
  }
  return sendAsClient(app, 'POST', `/preferences?token=${token}`, fields.toString())
}

export const findSubscriptionRow = async (app: TestApp, id: string) => (await querySubscriptionRows(app)).find((row) => row.id === id)
