import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Note } from '../kit/notes.tsx'
import { type PanelProps, RevisionDiff } from './revisions-panel.tsx'

/** Shows editors what is new in the default text, which an edited page does not get, until they have seen to it. */
export function DefaultTextNote({ page, mayEdit, isBusy, onChange }: PanelProps) {
  const [isShown, setShown] = useState(false)
  const isKnown = page.defaultText === 'changed'
  return (
    <Note tone="notice" title={isKnown ? 'The default text has changed' : 'The default text may have changed'}>
      <Stack gap="sm">
        <Text size="sm">
          {isKnown
            ? 'It has changed since this page was edited or reviewed. Visitors see your text, without the changes.'
            : 'This page was edited before changes of the default text were recorded. Compare both, and take over what your text lacks.'}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isKnown ? 'What has changed' : 'Compare with your text'}
          </Button>
          {mayEdit && (
            <Button size="xs" variant="default" disabled={isBusy} onClick={() => void onChange({ action: 'review' })}>
              Mark as reviewed
            </Button>
          )}
        </Group>
        {isShown && <RevisionDiff page={page} from={isKnown ? 'former' : page.published === null ? 'draft' : 'published'} to="shipped" />}
      </Stack>
    </Note>
  )
}
