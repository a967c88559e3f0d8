import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { until } from '../../test/helpers/until.ts'
import { exerciseService } from './exercise.ts'
import { exerciseCheckout } from './program.ts'
import type { Exercise } from './record.ts'
import { printReport, readExercises } from './report.ts'
import { startStandIns } from './stand-ins.ts'
import { PATIENCE_MS } from './visitor.ts'

/**
 * `node tools/exercise/main.ts [--url URL --settings FILE] [--save FILE] [--against FILE]`: starts a stand-in for everything that a service calls, and asks
 * the service for everything that it does. Without `--url` that is the one of this checkout, which is started here; otherwise one that is started by whoever
 * calls this, with the `NAME=value` lines that are written to `--settings`. Fails for each failure, and for each answer that differs from the saved ones of
 * another service.
 */
const { values } = parseArgs({
  options: { url: { type: 'string' }, settings: { type: 'string' }, save: { type: 'string' }, against: { type: 'string' } },
})
const { url, settings, save, against } = values
if ((url === undefined) !== (settings === undefined)) throw new Error('--url and --settings belong together')

const exercises = url === undefined || settings === undefined ? await exerciseCheckout() : await exerciseStarted(url, settings)
if (save !== undefined) await writeFile(save, JSON.stringify(exercises))
printReport(url ?? 'the checkout', exercises, against === undefined ? null : await readExercises(against))

/** Waits until a service that was started with the settings is ready. */
async function exerciseStarted(address: string, settingsFile: string): Promise<readonly Exercise[]> {
  const standIns = await startStandIns()
  try {
    const lines = Object.entries(standIns.env).map(([name, value]) => `${name}=${value}\n`)
    await writeFile(settingsFile, lines.join(''), { mode: 0o600 })
    const isReady = () =>
      fetch(`${address}/api/ready`).then(
        ({ status }) => status === 200,
        () => false,
      )
    await until(`a service is ready at ${address}`, isReady, PATIENCE_MS)
    return await exerciseService(address, standIns)
  } finally {
    await standIns.close()
  }
}
