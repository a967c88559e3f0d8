import type { TestApp } from '../../../../../test/helpers/app.ts'
import { until } from '../../../../../test/helpers/until.ts'

/** Reads the feeds that are due after some minutes. The service may be reading one by itself, which leaves it to that reading. */
export async function readFeeds({ clock, services }: TestApp, minutes = 3): Promise<void> {
  clock.advance({ minutes })
  await until('the feeds are read', async () => {
    await services.warnings.readDue()
    const parts = await services.warnings.status()
    return parts.length > 0 && parts.every(({ nextAt }) => nextAt > clock.now())
  })
  await services.changes.check()
}
