import { readFileSync } from 'node:fs'
import { printGroups } from '../../packages/weather/src/groups.ts'

const PAGE = 'packages/weather/src/README.md'
const TABLE = /^\| group \| .*\n(?:\|.*\n)+/m

/** `packages/weather/src/README.md` with the table of groups as the code has it. */
export function groups(): Record<string, string> {
  const page = readFileSync(new URL(`../../${PAGE}`, import.meta.url), 'utf8')
  return { [PAGE]: page.replace(TABLE, () => `${printGroups()}\n`) }
}
