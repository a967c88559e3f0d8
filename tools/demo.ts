import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { build } from './build/build.ts'
import { addressIn } from './listen.ts'

/**
 * `npm run demo`: the simulators of the providers and of the ad program, and a service that uses them, with everything ready to try, the
 * back office too. Its data is simulated and says so. PORT, HOST, DATA_DIR, ADMIN_EMAIL and ADMIN_PASSWORD work as for the service.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const children: ChildProcess[] = []
let stopping = false
const isDev = process.argv.includes('--dev')
process.once('SIGINT', () => void stop(0))
process.once('SIGTERM', () => void stop(0))
if (!isDev) console.log('Building pages and service, if their sources have changed: up to a minute …')
const [simulatorUrl, adProgramUrl] = await Promise.all([
  start('tools/upstream-simulator/main.ts', ['--port', '0']),
  start('tools/ad-program-simulator/main.ts', ['--port', '0']),
  isDev || build().catch(endWith),
])
const { HOST = '127.0.0.1', ADMIN_EMAIL = 'demo@example.org', ADMIN_PASSWORD } = process.env
const isLocal = HOST === '127.0.0.1' || HOST === 'localhost' || HOST === '::1'
// A published password must not open anything that others can reach.
const password = ADMIN_PASSWORD ?? (isLocal ? 'simulated weather' : undefined)
const listening = await start(isDev ? 'tools/dev/main.ts' : 'bin/isobar.js', ['serve'], {
  OPENWEATHER_API_KEY: 'demo',
  WEATHER_PROVIDERS: 'openweather,open-meteo',
  OPENWEATHER_BASE_URL: simulatorUrl,
  OPENWEATHER_TILES_BASE_URL: simulatorUrl,
  OPEN_METEO_BASE_URL: simulatorUrl,
  NWS_BASE_URL: simulatorUrl,
  AVIATION_WEATHER_BASE_URL: simulatorUrl,
  STATION_SOURCES: 'aviation-weather',
  METEOALARM_BASE_URL: simulatorUrl,
  METEOALARM_COUNTRIES: 'AT,BE,ES,FR,GB,IT,NL,PL',
  WARNING_FEEDS: 'dwd,eccc,met-norway,nws',
  RADAR_SOURCE: 'rainviewer',
  RAINVIEWER_BASE_URL: simulatorUrl,
  RAINVIEWER_CREDIT: 'Weather radar by RainViewer',
  UPSTREAM_CONTACT: 'demo@example.org',
  DWD_BASE_URL: simulatorUrl,
  ECCC_BASE_URL: simulatorUrl,
  MET_NORWAY_BASE_URL: simulatorUrl,
  AD_PROGRAM_OAUTH_CLIENT_ID: 'demo',
  AD_PROGRAM_OAUTH_CLIENT_SECRET: 'demo',
  AD_PROGRAM_BASE_URL: adProgramUrl,
  AD_PROGRAM_OAUTH_BASE_URL: adProgramUrl,
  // The units of the simulated account.
  AD_PROGRAM_SLOT_DASHBOARD: '1111111111',
  AD_PROGRAM_SLOT_HERO: '2222222222',
  ...(password === undefined ? {} : { ADMIN_EMAIL, ADMIN_PASSWORD: password }),
  DATA_DIR: process.env.DATA_DIR ?? 'data-demo',
  // One is enough for trying it out, and starts sooner.
  WORKERS: process.env.WORKERS ?? '1',
})
// The host name that sign-ins return to: a session belongs to it.
const serviceUrl = process.env.PUBLIC_URL ?? (isLocal ? `http://localhost:${new URL(listening).port}` : listening)
const account = password === undefined ? 'create an account with npm run admin -- create EMAIL' : `${ADMIN_EMAIL}, password: ${password}`

console.log(`
Isobar is running on simulated weather: ${serviceUrl}

Try it:
  curl '${serviceUrl}/api/weather?lat=52.52&lon=13.41&scope=current'

The site:                ${serviceUrl}
The back office:         ${serviceUrl}/login (${account})
The API in your browser: ${serviceUrl}/api/docs
Make the provider fail:  ${simulatorUrl}/__simulator/
The ad program:          ${adProgramUrl}, which the back office connects at ${serviceUrl}/api/admin/adprogram/oauth/start
Stop with Ctrl+C.
`)

/** Starts one process and resolves with the address that it prints. */
async function start(script: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  child.once('exit', (code) => stop(code ?? 1))
  try {
    return await addressIn(child.stdout, script)
  } catch (error) {
    // It printed its reason to standard error.
    await stop(1)
    throw error
  }
}

async function endWith(error: unknown): Promise<void> {
  console.error(error)
  await stop(1)
}

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(children.filter((child) => child.exitCode === null && child.signalCode === null).map((child) => once(child, 'exit')))
  process.exit(code)
}
