import { Status } from '../kit/status.tsx'
import type { Judged } from './vitals.ts'

const TONES = { good: 'good', fair: 'notice', poor: 'bad' } as const

export function Verdict({ verdict }: Pick<Judged, 'verdict'>) {
  if (verdict === null) return null
  return <Status tone={TONES[verdict]}>{verdict}</Status>
}
