import type { OfficialWarning } from '@isobar/weather'
import type { TestApp } from '../../../../../test/helpers/app.ts'
import { until } from '../../../../../test/helpers/until.ts'
import type { TestFeed } from './feed.ts'

/** Reads the feeds that are due after some minutes. The service may be reading one by itself, which leaves it to that reading. */
export async function runFeedReadings({ clock, services }: TestApp, minutes = 3): Promise<void> {
  clock.advance({ minutes })
  await until('the feeds are read', async () => {
    await services.warnings.readDue()
    const parts = await services.warnings.status()
    return parts.length > 0 && parts.every(({ nextAt }) => nextAt > clock.now())
  })
  await services.changes.check()
}

/** Has the service read a feed that lists these warnings and nothing else. Forgets all others at once, which would take three readings to end. */
export async function publishOnly(app: TestApp, feed: TestFeed, warnings: readonly OfficialWarning[]): Promise<void> {
  await app.database.pool.query('delete from warning')
  await app.database.pool.query('delete from warning_name')
  feed.publish(warnings)
  await runFeedReadings(app)
}
