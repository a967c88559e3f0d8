import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * `npm run house`: the rooms of src and the packages, the arrows between them (imports of more than types) and the lines of each without its tests. A feature
 * counts as its own room.
 */
interface Cruise {
  readonly modules: readonly {
    readonly source: string
    readonly dependencies: readonly { readonly resolved: string; readonly dependencyTypes: readonly string[] }[]
  }[]
}

const TEST = /\.test\.ts$|\/testing\//

/** `features/weather/history`, `gateway`; files directly in src have none. */
function roomOf(file: string): string | undefined {
  const [top, room, ...below] = file.split('/')
  if (room === undefined || below.length === 0) return undefined
  if (top === 'packages') return `${top}/${room}`
  return room === 'features' && below.length > 2 ? [room, below[0], below[1]].join('/') : room
}

const { stdout } = await promisify(execFile)(
  process.execPath,
  ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', '--output-type', 'json', 'src', 'packages'],
  { maxBuffer: 64 * 1024 * 1024 },
)
const modules = (JSON.parse(stdout) as Cruise).modules.filter(({ source }) => /^(?:src|packages)\//.test(source) && !TEST.test(source))
const lines = new Map<string, number>()
const arrows = new Set<string>()
for (const { source, dependencies } of modules) {
  const room = roomOf(source) ?? 'src'
  const text = await readFile(source, 'utf8')
  lines.set(room, (lines.get(room) ?? 0) + text.split('\n').length - 1)
  for (const { resolved, dependencyTypes } of dependencies) {
    const to = roomOf(resolved)
    if (!/^(?:src|packages)\//.test(resolved) || to === undefined || to === room || room === 'src' || dependencyTypes.includes('type-only'))
      continue
    arrows.add(`${room} → ${to}`)
  }
}
for (const [room, count] of [...lines].sort()) {
  const out = [...arrows].filter((arrow) => arrow.startsWith(`${room} →`)).map((arrow) => arrow.slice(room.length + 3))
  console.log(`${room.padEnd(38)} ${String(count).padStart(6)}  ${out.join(' ')}`)
}
const total = [...lines.values()].reduce((sum, count) => sum + count, 0)
console.log(`${lines.size - (lines.has('src') ? 1 : 0)} rooms, ${arrows.size} arrows, ${total} lines`)
