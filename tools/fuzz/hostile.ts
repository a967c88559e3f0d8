import type { Random } from '../random.ts'

/** JSON text that JavaScript would not write for any value. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  "' or 1=1; --",
  '"; drop table users; --',
  '<script>alert(1)</script>',
  '{{ 7 * 7 }}{% for i in (1..9) %}{% endfor %}',
  '${jndi:ldap://x}',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '%00',
  '%s%s%n',
  '=1+1',
  '\r\nX-Injected: 1',
  '\u202Egpj.exe',
  '\uFEFF',
  '\uD800',
  '👩‍👩‍👧‍👦'.repeat(20),
  'İıſK',
  'e\u0301'.repeat(200),
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e999',
  '0x10',
  '٣',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2026-11-21T03:00:60Z',
  `${'a'.repeat(65)}@example.org`,
  'a@b',
  '"a b"@example.org',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'x'.repeat(5_000),
  '*',
  'a,b;c|d',
]

const NUMBERS = [0, -0, -1, 1.5, 90.000001, -180.5, 1e-320, 1e308, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 63)]

export function hostileText(random: Random): string {
  return random.pick(TEXTS)
}

/** A value of any type, which may violate its schema. */
export function hostileValue(random: Random): unknown {
  return random.pick<() => unknown>([
    () => hostileText(random),
    () => hostileText(random),
    () => random.pick(NUMBERS),
    () => random.pick<unknown>([null, true, false, [], {}, [[]], [null], { toString: 1 }]),
    () =>
      new RawJson(
        random.pick(['1e400', '-1e400', '123456789012345678901234567890', '"\\ud800"', '"\\u0000"', '{"a":1,"a":2}', '-0', '1.0']),
      ),
    () => new RawJson('['.repeat(500) + ']'.repeat(500)),
    () => new RawJson('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}'),
    () => Array.from({ length: 200 }, () => 0),
  ])()
}

/** The JSON text of a value that may contain RawJson. */
export function jsonOf(value: unknown): string {
  const raw: string[] = []
  const text = JSON.stringify(value, (_key, each: unknown) =>
    each instanceof RawJson ? `\u0001raw${raw.push(each.text) - 1}\u0001` : each,
  )
  return (text ?? 'null').replaceAll(/"\\u0001raw(\d+)\\u0001"/g, (_, index: string) => raw[Number(index)] ?? 'null')
}
