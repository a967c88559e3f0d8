import { exerciseActions } from './actions.ts'
import { exerciseMails } from './mails.ts'
import { exercisePages } from './pages.ts'
import { exerciseReaders } from './readers.ts'
import type { Exercise, Target } from './record.ts'
import { exerciseRoutes } from './routes.ts'
import type { StandIns } from './stand-ins.ts'
import { createVisitor } from './visitor.ts'

/** In this order: routes change what others look at, such as the owner's password. */
const KINDS: readonly ((target: Target) => Promise<void>)[] = [
  exerciseReaders,
  exercisePages,
  exerciseMails,
  exerciseActions,
  exerciseRoutes,
]

/**
 * Asks a started service for everything that it does: each route, page, mail, reader of a feed, and what is done behind an answer. It must have been
 * started with the settings of `standIns`, on empty data.
 */
export async function exerciseService(url: string, standIns: StandIns): Promise<readonly Exercise[]> {
  const startedAt = performance.now()
  const visitor = createVisitor(url)
  const done: Exercise[] = []
  const record = (exercise: Exercise): void => void done.push(exercise)
  for (const exercise of KINDS) {
    await exercise({ visitor, standIns, record }).catch((error: unknown) => {
      record({ kind: 'broken', name: exercise.name, status: 0, answer: String(error), fault: 'it could not go on' })
    })
  }
  const { text } = await visitor.ask('GET', '/api/metrics')
  const service = Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1] ?? Number.NaN)
  const all = (performance.now() - startedAt) / 1_000
  console.log(
    `${done.length} exercises in ${all.toFixed(0)} s; the process of the service has used ${service.toFixed(0)} s of processor time`,
  )
  return done
}
