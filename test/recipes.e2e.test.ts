import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PROVIDERS } from '@isobar/providers'
import { LANGUAGES } from '../src/messages/languages.ts'
import type * as generator from '../tools/generate/messages.ts'
import { linkPackages } from './helpers/linked-packages.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const COPIED = ['src', 'test/helpers', 'tools', 'messages', 'migrations', 'web', 'packages', 'package.json']

const errorsWithout = (expected: RegExp, faults: readonly string[]): string[] =>
  faults.filter((fault) => fault.includes(': error ') && !expected.test(fault))

/** A provider with the same answer everywhere, as a contributor would write it, without the network. */
const PROVIDER = `
import { NOTHING_MEASURED } from '@isobar/weather'
import type { ProviderDefinition } from '../provider.ts'

const PRODUCT = { id: 'example/weather', weight: 1 }

const SETTINGS = {
  place: { kind: 'choice', of: ['Berlin', 'Paris'], default: 'Paris', meaning: 'Where it is measured' },
  minuteLimit: { kind: 'limit', default: 5, meaning: 'Calls to Example per minute' },
} as const

export const example: ProviderDefinition<typeof SETTINGS> = {
  id: 'example',
  settings: SETTINGS,
  open: ({ settings }) => ({
    id: 'example',
    attribution: { name: 'Example', text: 'Weather by Example', url: 'https://example.com/', license: 'CC0' },
    coverage: 'global',
    weather: {
      product: PRODUCT,
      groups: [['current']],
      configured: () => true,
      fetch: async () => ({
        timezone: 'Europe/Berlin',
        utcOffsetSeconds: 7_200,
        simulated: true,
        scopes: {
          current: {
            ...NOTHING_MEASURED, soilMoisture: settings.place === 'Berlin' ? 40 : 0, kind: 'observation', observedAt: '2026-07-01T12:00:00Z', temperature: 21, feelsLike: null, isDay: true,
            condition: 'clear', providerCode: 1, sunrise: null, sunset: null,
          },
        },
      }),
    },
  }),
}
`

const PAGE = `
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getAreaMessages } from '../../../src/messages/messages.ts'
import { resolveReader } from '../visit/reader.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { messages: getAreaMessages((await resolveReader(request, context)).lang, 'about') }
}

export default function About() {
  return <h1>{useLoaderData<typeof loader>().messages.title}</h1>
}
`

const TITLES: Readonly<Record<string, string>> = { en: 'About us', de: 'Über uns' }

const LIST_ROUTE = `
  const Item = Type.Object({ name: Type.String() }, { title: 'Station' })
  const stations = [{ name: 'Tempelhof' }]
  registerListRoute(app, '/api/admin/stations', {
    operationId: 'listStations',
    tags,
    summary: 'List stations',
    sorts: ['name'],
    defaultSort: 'name',
    item: Item,
    title: 'Stations',
    example: { name: 'Tempelhof' },
    list: () => ({ page: async () => ({ items: stations, next: null }), total: async () => 1 }),
  })
`

const LIST_PAGE = `
import { ListPage } from '../../kit/list/list-page.tsx'
import type { Column, ListItem, SortName } from '../../kit/list/types.ts'
import { buildAdminMeta } from '../../kit/meta.ts'

export const meta = buildAdminMeta('Stations')

const PATH = '/api/admin/stations'
const COLUMNS: readonly Column<ListItem<typeof PATH>, SortName<typeof PATH>>[] = [{ head: 'Name', cell: ({ name }) => name, sort: 'name' }]

export default function Stations() {
  return (
    <ListPage path={PATH} title="Stations" description="Where it is measured." columns={COLUMNS} defaultSort="name" keyOf={({ name }) => name} nothing="None." />
  )
}
`

/**
 * Prints what the service answers with all of them, its pages rendered from their sources as in \`npm run dev\`, and writes the API
 * types for the pages.
 */
const ASK = `
import { writeFile } from 'node:fs/promises'
import { createServer } from 'vite'
import { createTestApp } from './test/helpers/app.ts'
import { signIn } from './test/helpers/admin.ts'
import { respondHere } from './src/features/site/rendering/index.ts'
import { apiTypes } from './tools/generate/api-types.ts'
const root = import.meta.dirname
process.chdir(root + '/web')
const vite = await createServer({ root: root + '/web', cacheDir: root + '/vite', appType: 'custom', logLevel: 'error', server: { middlewareMode: true, hmr: false, ws: false, watch: null }, optimizeDeps: { noDiscovery: true, include: [] } })
process.chdir(root)
const site = {
  filesDir: root + '/web/public/',
  respond: respondHere(() => vite.environments.ssr.runner.import('./app/server.ts')),
}
const app = await createTestApp({ env: { WEATHER_PROVIDERS: 'example', EXAMPLE_PLACE: 'Berlin' }, site })
const { status, body } = await app.get('/api/weather?lat=52.52&lon=13.41&scope=current')
const { headers } = await signIn(app, 'viewer')
const page = await app.get('/about', { accept: 'text/html', 'accept-language': 'de' })
const list = await app.get('/api/admin/stations', headers)
const listPage = await app.get('/admin/stations', { ...headers, accept: 'text/html' })
for (const [path, text] of Object.entries(await apiTypes((await app.get('/api/openapi.json')).body))) await writeFile(path, text)
console.log(JSON.stringify({
  weather: [status, body.source, body.attribution?.name, body.temperature, body.soilMoisture],
  page: [page.status, /<h1>(.*?)<.h1>/.exec(page.text)?.[1]],
  list: [list.status, list.body.items, listPage.status],
}))
await vite.close()
await app.close()
process.exit()
`

/**
 * The recipes of CONTRIBUTING that a program can carry out, on a copy of the sources: the files to touch are those edited here and those
 * that the compiler then names.
 */
describe('the recipes', () => {
  let copy: string
  let faults: string[]
  let said: Record<'weather' | 'page' | 'list', unknown[]>
  let faultsOfPages: string[]
  before(async () => {
    copy = await mkdtemp(join(tmpdir(), 'isobar-recipes-'))
    const filter = (path: string): boolean => !/\/web\/(?:build|\.react-router)/.test(path)
    for (const path of COPIED) await cp(join(ROOT, path), join(copy, path), { recursive: true, filter })
    linkPackages(copy)
    await write('packages/providers/src/example/index.ts', PROVIDER)
    await edit('packages/providers/src/index.ts', 'import { nws }', "import { example } from './example/index.ts'\nimport { nws }")
    await edit('packages/providers/src/index.ts', '  weatherApi,\n', '  weatherApi,\n  example,\n')
    await edit(
      'packages/weather/src/measurements.ts',
      '  snow: {',
      "  soilMoisture: { unit: null, column: 'soil_moisture', description: 'Percent', bounds: { least: 0, most: 100 }, hour: 'value', day: 'mean' },\n  snow: {",
    )
    await edit('packages/weather/src/hazards/hazard.ts', "  'forestFire',\n", "  'forestFire',\n  'dust',\n")
    await write('web/app/routes/about.tsx', PAGE)
    for (const language of LANGUAGES) {
      await edit(`messages/${language}.json`, '\n}', `,\n  "about.title": "${TITLES[language] ?? 'X'}"\n}`)
    }
    const { messages } = (await import(join(copy, 'tools/generate/messages.ts'))) as typeof generator
    for (const [path, text] of Object.entries(messages())) await write(path, text)
    await edit('web/app/routes.ts', "  page('settings'", "  page('about', 'routes/about.tsx'),\n  page('settings'")
    await edit('src/features/site/rendering/paths.ts', "  '/settings',", "  '/about',\n  '/settings',")
    await edit(
      'src/features/weather/places/admin.ts',
      "  registerListRoute(app, '/api/admin/locations',",
      `${LIST_ROUTE}\n  registerListRoute(app, '/api/admin/locations',`,
    )
    await write('web/app/admin/lists/stations/page.tsx', LIST_PAGE)
    await edit(
      'web/app/admin/routes.ts',
      "        route('reports'",
      "        route('stations', 'admin/lists/stations/page.tsx'),\n        route('reports'",
    )
    await edit(
      'web/app/admin/frame/navigation.ts',
      "      { to: '/admin/reports'",
      "      { to: '/admin/stations', label: 'Stations', icon: 'flag' },\n      { to: '/admin/reports'",
    )
    await write('tsconfig.json', JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include: ['src'], exclude: ['src/**/*.test.ts'] }))
    await write(
      'web/tsconfig.json',
      JSON.stringify({ extends: join(ROOT, 'web/tsconfig.json'), include: ['app'], exclude: ['app/**/*.test.ts'] }),
    )
    await write('ask.ts', ASK)
    const { stdout } = await promisify(execFile)(process.execPath, ['ask.ts'], { cwd: copy, timeout: 600_000 })
    said = JSON.parse(stdout) as typeof said
    faults = await compile('.')
    faultsOfPages = await compile('web')
  })
  after(() => rm(copy, { recursive: true, force: true }))

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await writeFile(join(copy, path), text)
  }

  async function edit(path: string, from: string, to: string): Promise<void> {
    const text = await readFile(join(copy, path), 'utf8')
    assert.equal(text.split(from).length, 2, `${path} has one ${from}`)
    await writeFile(
      join(copy, path),
      text.replace(from, () => to),
    )
  }

  async function compile(project: string): Promise<string[]> {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const run = promisify(execFile)(process.execPath, [tsc, '-p', join(copy, project), '--pretty', 'false', '--singleThreaded'], {
      cwd: copy,
      maxBuffer: 16 * 1024 * 1024,
    })
    const { stdout } = await run.catch((error: { stdout: string }) => error)
    return stdout.split('\n')
  }

  /** The files, without line numbers, whose faults mention it. */
  const namedFor = (what: string): string[] => [
    ...new Set(faults.filter((fault) => fault.includes(what)).map((fault) => fault.replace(/\(.*/, ''))),
  ]

  it('add a provider with its folder and one line', () => {
    assert.deepEqual(namedFor('xample'), [])
    assert.deepEqual(said.weather, [200, 'example', 'Example', 21, 40])
  })

  it('add a page of the site with its file, its words, a line in the routes, and its path', () => {
    assert.deepEqual(said.page, [200, 'Über uns'])
    assert.deepEqual(errorsWithout(/dust/, faultsOfPages), [])
  })

  it('add a list of the back office with its route, its page, a line in the routes, and one in the navigation', () => {
    assert.deepEqual(said.list, [200, [{ name: 'Tempelhof' }], 200])
  })

  it('add a measurement with one line and the providers that say whether they send it; the archive’s column is a migration', () => {
    const folders = namedFor('soilMoisture').map((file) => /^packages\/providers\/src\/([^/]+)\//.exec(file)?.[1] ?? file)
    const weatherProviders = PROVIDERS.filter(({ settings }) => 'minuteLimit' in settings).map(({ id }) => id)
    assert.deepEqual(folders.toSorted(), weatherProviders.toSorted())
  })

  it('add a hazard with one line and its word; the compiler names the files that need the word', () => {
    assert.notDeepEqual(namedFor('hazard.dust'), [])
    assert.deepEqual(errorsWithout(/dust|soilMoisture/, faults), [])
  })
})
