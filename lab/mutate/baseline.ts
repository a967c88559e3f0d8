import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Covered } from './coverage.ts'
import type { TestFile } from './selection.ts'
import { CACHE, inParallel, type Workshop } from './workshop.ts'

/** These start the built service, or browsers: they would not see the change, or take minutes. */
const LEFT_OUT = /service-process|mail-process|runCampaign|startEmbedded|buildPages|openSite|launchBrowser/
/** What tests execute or read besides themselves. */
const EXECUTED = [
  'src/**/*.{ts,json,mjml,txt,tsv}',
  'test/helpers/**/*.ts',
  'test/{snapshots,fixtures}/**/*.*',
  'tools/**/*.ts',
  'migrations/*',
  'messages/*.json',
  'package-lock.json',
]

interface Stored {
  readonly key: string
  readonly ms: number
  readonly covered: readonly Covered[]
}

/**
 * Runs every test file of a room once without a change: how long it takes, and what of the room it executes. Files that fail are left out. What a
 * former run found out is valid while neither the file nor a source has changed, so that new tests can be measured in seconds.
 */
export async function baseline({ test, copies }: Pick<Workshop, 'test' | 'copies'>, room: string): Promise<TestFile[]> {
  const stored = join(CACHE, `${room.replaceAll('/', '-')}.json`)
  const known = new Map(Object.entries(await readStored(stored)))
  const sources = hashOf(globSync(EXECUTED).filter((file) => !file.endsWith('.test.ts')))
  const files = globSync(`${room}/**/*.test.ts`).filter((file) => !LEFT_OUT.test(readFileSync(file, 'utf8')))
  const found = new Map<string, Stored>()
  await inParallel(copies, files.toSorted(), async (file, copy) => {
    const key = `${sources} ${hashOf([file])}`
    const former = known.get(file)
    if (former?.key === key) return void found.set(file, former)
    const covered: Covered[] = []
    const { isGood, ms } = await test(copy, file, {
      onCovered: (each) => void covered.push(Object.fromEntries(Object.entries(each).filter(([name]) => name.startsWith(room)))),
    })
    if (isGood) found.set(file, { key, ms: Math.round(ms), covered })
    else console.log(`LEFT OUT: ${file} fails without a change.`)
  })
  await mkdir(CACHE, { recursive: true })
  await writeFile(stored, JSON.stringify(Object.fromEntries(found)))
  return [...found].map(([file, { ms, covered }]) => ({ file, ms, covered }))
}

async function readStored(path: string): Promise<Record<string, Stored>> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, Stored>
  } catch {
    return {}
  }
}

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(`${file}\n`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}
