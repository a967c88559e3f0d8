import { Status, type Tone } from '../kit/status.tsx'
import type { System } from './system.ts'

interface Shown {
  readonly text: string
  readonly tone: Tone
}

const UNKNOWN: Shown = { text: 'Not checked', tone: 'busy' }
const SHOWN: Readonly<Record<System['status'], Shown>> = {
  ok: { text: 'OK', tone: 'good' },
  failing: { text: 'Failing', tone: 'bad' },
  not_configured: { text: 'Not configured', tone: 'quiet' },
  disabled: { text: 'Off', tone: 'quiet' },
}

export function SystemStatus({ status, checkedAt }: Pick<System, 'status' | 'checkedAt'>) {
  const { text, tone } = status === 'ok' && checkedAt === null ? UNKNOWN : SHOWN[status]
  return <Status tone={tone}>{text}</Status>
}
