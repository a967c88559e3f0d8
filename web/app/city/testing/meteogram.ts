import assert from 'node:assert/strict'
import { SaxesParser } from 'saxes'
import { drawMeteogram } from '../meteogram/draw.ts'
import type { HourPoint, MeteogramWeather } from '../meteogram/values.ts'
import { EN } from './teller.ts'
import { buildTestHourly } from './weather.ts'

/** The first hour. */
export const FROM = '2026-11-21T09:00:00Z'
export const LOOK = { width: 1_168, theme: 'light', title: 'The weather', notes: ['Berlin'] } as const

/** An element of a picture, with all text in it. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
}

/** The elements of a picture that is well-formed. */
function elementsOf(svg: string): Element[] {
  const elements: Element[] = []
  const open: Element[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: '' }
    elements.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    for (const element of open) element.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.on('error', (error) => assert.fail(error))
  parser.write(svg).close()
  return elements
}

export const selectElementsByClass = (elements: readonly Element[], name: string) =>
  elements.filter(({ attributes }) => attributes.class === name)

/** Hours from `FROM` on, and what else is known. */
export const buildMeteogramWeather = (hours: readonly Partial<HourPoint>[], known: Partial<MeteogramWeather> = {}): MeteogramWeather => ({
  hourly: hours.length === 0 ? null : buildTestHourly(FROM, hours),
  daily: null,
  air: null,
  ...known,
})

/** The elements of the picture of some weather. */
export const drawElements = (weather: MeteogramWeather, look: Partial<Parameters<typeof drawMeteogram>[2]> = {}, teller = EN) =>
  elementsOf(drawMeteogram(weather, teller, { ...LOOK, ...look }))
