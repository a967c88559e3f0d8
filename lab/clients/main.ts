import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { createTestApp } from '../../test/helpers/app.ts'
import { installPackages } from '../npm-packages.ts'
import { type Facts, judge } from './judge.ts'
import { type Program, PROGRAMS } from './programs.ts'
import { openStage } from './stage.ts'

/**
 * `npm run clients -- [--only NAME] [--print]`: programs of others, unchanged, against the service with the simulator on three lists of providers.
 * Exits with 1 if one crashes or prints a number that the service does not have.
 */
const LISTS = {
  'OpenWeather first': 'openweather,open-meteo',
  'Open-Meteo': 'open-meteo',
  'Bright Sky with MET Norway': 'bright-sky,met-norway',
}
const PLACE = 'lat=52.52&lon=13.41'

const run = promisify(execFile)
const { values } = parseArgs({ options: { only: { type: 'string' }, print: { type: 'boolean' } } })
const programs = PROGRAMS.filter(({ name }) => values.only === undefined || name.includes(values.only))
const folder = await mkdtemp(join(tmpdir(), 'isobar-clients-'))
// Beside the packages, so that they find those and not this project's.
const here = join(folder, 'programs')
await cp(fileURLToPath(new URL('./programs', import.meta.url)), here, { recursive: true })

/** Installs the packages of npm into the folder; of Debian's, says which are missing. */
async function install(): Promise<ReadonlySet<string>> {
  const packages = programs.filter(({ from }) => from === 'npm').map(({ name, version }) => `${name}@${version}`)
  await installPackages(folder, packages)
  const wanted = programs.flatMap(({ from, name, needs = [] }) => [...(from === 'debian' ? [packageOf(name)] : []), ...needs])
  const missing = new Set<string>()
  for (const name of new Set(wanted)) {
    const { stdout } = await run('dpkg-query', ['-W', '-f=${Status} ${Version}', name]).catch(() => ({ stdout: '' }))
    if (!stdout.startsWith('install ok')) missing.add(name)
  }
  if (missing.size > 0) console.log(`Not installed: apt-get install --no-install-recommends ${[...missing].join(' ')}\n`)
  return missing
}

const packageOf = (name: string): string => name.split(' ')[0] as string

async function factsOf(get: (path: string) => Promise<{ readonly body: Record<string, number | null> }>): Promise<Facts> {
  const { body } = await get(`/api/weather?${PLACE}&scope=current&units=metric`)
  const speed = body['windSpeed'] ?? null
  return {
    temperature: body['temperature'] ?? null,
    humidity: body['humidity'] ?? null,
    pressure: body['pressure'] ?? null,
    wind: speed === null ? null : speed / 3.6,
  }
}

const missing = await install()
await mkdir(join(folder, '.config'), { recursive: true })
const stage = await openStage(folder)
let [failed, skipped] = [0, 0]
for (const [title, list] of Object.entries(LISTS)) {
  const app = await createTestApp({
    now: new Date().toISOString(),
    site: null,
    env: {
      WEATHER_PROVIDERS: list,
      MET_NORWAY_USER_AGENT: 'weather.example.org mail@example.org',
      PUBLIC_URL: 'https://api.openweathermap.org',
    },
  })
  stage.lead(app.url)
  const facts = await factsOf(app.get)
  console.log(`${title} (${list})`)
  for (const program of programs) {
    if (isMissing(program)) {
      skipped += 1
      continue
    }
    const outcome = await stage.play(program.command(here))
    const found = judge(program, outcome, facts)
    if (found.length > 0) failed += 1
    console.log(`  ${found.length === 0 ? '✔' : '✖'} ${program.name} ${program.version}${found.map((each) => `\n      ${each}`).join('')}`)
    if (values.print === true) console.log(outcome.output, outcome.errors)
  }
  await app.close()
}
await stage.close()
await rm(folder, { recursive: true, force: true })
console.log(`\n${programs.length} programs on ${Object.keys(LISTS).length} lists: ${failed} failed, ${skipped} not run`)
process.exit(failed > 0 ? 1 : 0)

function isMissing({ from, name, needs = [] }: Program): boolean {
  return [...(from === 'debian' ? [packageOf(name)] : []), ...needs].some((each) => missing.has(each))
}
