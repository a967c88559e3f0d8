import { IntlMessageFormat } from 'intl-messageformat'

export type MessageElement = ReturnType<IntlMessageFormat['getAst']>[number]

/** What a message does with a value: writes it, or selects a form by it. */
export type ParameterKind = 'text' | 'plural' | 'select'

/** The kinds of the parser's elements that messages may have. Numbers and times are formatted by the code. */
const KINDS: Readonly<Record<number, ParameterKind | 'literal'>> = { 0: 'literal', 1: 'text', 5: 'select', 6: 'plural', 7: 'literal' }

/** All elements of a message, those within its forms included. @throws when it is not ICU MessageFormat */
export function elementsOf(text: string): readonly MessageElement[] {
  const nested = (elements: readonly MessageElement[]): MessageElement[] =>
    elements.flatMap((each) => [each, ...('options' in each ? Object.values(each.options).flatMap(({ value }) => nested(value)) : [])])
  return nested(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst())
}

/** The values that a message needs, by name. @throws when it is not ICU MessageFormat, or formats a value itself */
export function parametersOf(text: string): ReadonlyMap<string, ParameterKind> {
  const found = new Map<string, ParameterKind>()
  for (const element of elementsOf(text)) {
    const kind = KINDS[element.type]
    if (kind === undefined) throw new Error(`The code formats numbers and times, not the message: ${text}`)
    if (kind === 'literal' || !('value' in element)) continue
    const name = String(element.value)
    if (kind !== 'text' || !found.has(name)) found.set(name, kind)
  }
  return found
}
