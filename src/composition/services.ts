import type { Config } from '../config/config.ts'
import type { AdProgram } from '../features/site/ad-program/index.ts'
import type { Jobs } from '../features/operations/jobs/index.ts'
import type { Mail } from '../features/mail/outbox/index.ts'
import { type GeoIp, openGeoIp } from '../features/weather/places/index.ts'
import { atMost } from '../platform/at-most.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Periodic } from '../platform/periodic.ts'
import { type Accounts, openAccounts } from './accounts.ts'
import { openAdProgram } from './ad-program.ts'
import { type BackOffice, openBackOffice } from './back-office.ts'
import { type ConnectionAdmin, openConnectionAdmin, openLinks } from './connections.ts'
import { type Foundation, openFoundation } from './foundation.ts'
import { startTasks } from './maintenance.ts'
import { openJobs } from './jobs.ts'
import { openOutbox } from './outbox.ts'
import { openProviders } from './providers.ts'
import { openSite, type Site } from './site.ts'
import { systemsOf } from './systems.ts'
import { openTemplates, type Templates } from './templates.ts'
import { openVisitors, type Visitors } from './visitors.ts'
import { openWeather, type Weather } from './weather.ts'
import { cellOf } from '../domain/cell.ts'

/** The rooms of the house; each is put together in `src/composition/`. */
interface Rooms extends Weather, Visitors, Site {
  readonly geoIp: GeoIp
  readonly mail: Mail
  readonly templates: Templates
  readonly accounts: Accounts
  readonly jobs: Jobs
  readonly backOffice: BackOffice
  readonly adProgram: AdProgram
  readonly outside: ConnectionAdmin
}

/** Everything that routes and jobs work with, made once from the configuration. */
export interface Services extends Omit<Foundation, 'close'>, Rooms {
  /** Does mail leave this machine, or is it written to files? */
  readonly hasMailTransport: () => boolean
  /** Counts a search for a place; cheap, and never throws. */
  readonly onSearch: (place: { readonly lat: number; readonly lon: number }, ip: string) => void
  /** Finishes what is under way, writes what is pending and closes all connections. */
  close(): Promise<void>
}

/** With what requests under way get before them and half a second for the rest after them, stopping stays within ten seconds. */
const SETTLE_DEADLINE_MS = 2_000
const ARCHIVE_DEADLINE_MS = 1_500

/** @throws StartupError when the database, a directory or a file cannot be used */
export async function createServices(config: Config, surroundings: { clock: Clock; log: Logger }): Promise<Services> {
  const geoIp = await openGeoIp(config.GEOIP_DATABASE)
  const foundation = await openFoundation(config, surroundings)
  const links = await openLinks(foundation)
  const providers = openProviders(foundation, links)
  const weather = openWeather(foundation, providers)
  const templates = openTemplates(foundation)
  const mail = openOutbox(foundation, links, templates)
  const accounts = openAccounts({ foundation, geoIp, wakeMail: mail.wake })
  await accounts.prepare()
  const adProgram = openAdProgram(foundation, links)
  const rooms: Rooms = {
    ...weather,
    ...openVisitors({ foundation, links, gateway: weather.gateway, wakeMail: mail.wake }),
    ...openSite(foundation, links),
    geoIp,
    mail,
    templates,
    accounts,
    backOffice: openBackOffice(foundation, mail, templates),
    jobs: openJobs({ foundation, ...weather, ...providers, wakeMail: mail.wake }),
    adProgram,
    outside: openConnectionAdmin({ foundation, links, systems: systemsOf({ foundation, links, providers, adProgram }), ...providers }),
  }
  const maintenance = startTasks(foundation, rooms)
  return {
    ...foundation,
    ...rooms,
    hasMailTransport: () => links.transport.kind === 'smtp',
    onSearch: ({ lat, lon }, ip) => weather.places.searches.count(cellOf(lat, lon), ip),
    async close() {
      await closeRooms(rooms, maintenance)
      // Last: what was still being fetched belongs into the archive.
      await atMost(ARCHIVE_DEADLINE_MS, weather.history.close())
      await foundation.close()
    },
  }
}

async function closeRooms(
  { jobs, backOffice, mail, templates, pages, outside, adProgram, ...rooms }: Rooms,
  maintenance: Periodic,
): Promise<void> {
  // Before the workers: what a run still decides wakes them.
  await Promise.all([jobs.close(), backOffice.close(), maintenance.stop()])
  await Promise.all([mail.close(), outside.exchange.close(), adProgram.close()])
  await Promise.all([templates.sandbox.close(), pages.close()])
  const { gateway, tiles, places, analytics, usage } = rooms
  await atMost(SETTLE_DEADLINE_MS, Promise.all([gateway.drain(), tiles.drain(), places.close(), analytics.close(), usage.close()]))
}
