import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/api.tsx'
import { Rows, Soft, Status, Time, type Tone } from '../kit/display.tsx'
import { capitaliseText, formatDuration } from '../kit/words.ts'
import styles from './parts-list.module.css'
import { type Part, PART_NAMES } from './sources.ts'
import type { System } from './system.ts'

const SHOWN: Readonly<Record<Part['status'], readonly [text: string, tone: Tone]>> = {
  ok: ['OK', 'good'],
  failing: ['Failing', 'bad'],
  unknown: ['Not called lately', 'quiet'],
}

const NOT_USED = ['Not in use', 'quiet'] as const

interface Props {
  readonly system: System
  readonly mayChange: boolean
  /** Part of a check of all systems that is in progress. */
  readonly isChecking: boolean
  onChange(system: System): void
}

/** What a provider is used for: how each did last, and a test of it. */
export function PartsList({ system, mayChange, isChecking, onChange }: Props) {
  return (
    <Rows label={`What ${system.name} is used for`}>
      {system.parts.map((part) => (
        <PartRow key={part.id} system={system} part={part} mayChange={mayChange} isChecking={isChecking} onChange={onChange} />
      ))}
    </Rows>
  )
}

function PartRow({ system, part, mayChange, isChecking, onChange }: Props & { readonly part: Part }) {
  const { id, name, status } = system
  const [found, setFound] = useState<string | null>(null)
  const check = useAction(() => api.patch('/api/admin/connections', { body: { id, check: true, part: part.id } }), {
    onDone(answer) {
      setFound(answer.parts.find((each) => each.id === part.id)?.message ?? null)
      return onChange(answer)
    },
  })
  const isIdle = part.reason !== null && part.status === 'unknown'
  const [text, tone] = isIdle ? NOT_USED : SHOWN[part.status]
  return (
    <li className={styles.row}>
      <div>
        <span className={styles.name}>
          {PART_NAMES[part.id]} <Status tone={tone}>{text}</Status>
        </span>
        <Soft size="xs">
          {notesOf(part)}
          {part.succeededAt !== null ? (
            <>
              Last success <Time at={part.succeededAt} />
              {part.status === 'ok' && part.latencyMs !== null && ` (${formatDuration(part.latencyMs)})`}
            </>
          ) : (
            !isIdle && 'No successful call in 14 days'
          )}
        </Soft>
        <Soft size="xs" role="status">
          {found !== null && !check.isBusy && `One call, just now: ${found}`}
        </Soft>
      </div>
      {mayChange && (
        <Button
          size="compact-xs"
          variant="default"
          flex="none"
          aria-label={`Check now: ${name}, ${PART_NAMES[part.id].toLowerCase()}`}
          title="One call, which counts towards its limits"
          loading={check.isBusy || isChecking}
          disabled={status === 'disabled' || status === 'not_configured'}
          onClick={() => void check.run()}
        >
          Check now
        </Button>
      )}
    </li>
  )
}

/** Why a part is not in use, and why it fails: `It is not in the list. Timed out. ` */
function notesOf({ reason, status, message }: Part): string {
  const notes = [reason, status === 'failing' ? message : null].filter((each) => each !== null)
  return notes.map((note) => `${capitaliseText(note)}. `).join('')
}
