import { Status, type Tone } from '../kit/display.tsx'
import type { System } from './system.ts'

interface Shown {
  readonly text: string
  readonly tone: Tone
}

const SHOWN: Readonly<Record<System['status'], Shown>> = {
  ok: { text: 'OK', tone: 'good' },
  unknown: { text: 'Not known', tone: 'busy' },
  failing: { text: 'Failing', tone: 'bad' },
  not_configured: { text: 'Not configured', tone: 'quiet' },
  disabled: { text: 'Off', tone: 'quiet' },
}

export function SystemStatus({ status }: Pick<System, 'status'>) {
  const { text, tone } = SHOWN[status]
  return <Status tone={tone}>{text}</Status>
}
