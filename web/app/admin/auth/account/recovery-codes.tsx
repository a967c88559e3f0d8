import { Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { Icon } from '../../kit/icon.tsx'
import styles from './recovery-codes.module.css'

/** The ways in without the device; shown this once. */
export function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; onDone(): void }) {
  return (
    <Stack>
      <Text size="sm">
        The second factor is on. Keep these codes where you keep passwords: each gets you in once when the device is lost, and they are
        shown only now.
      </Text>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group justify="space-between">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}>
              {copied ? 'Copied' : 'Copy all'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>I have kept them</Button>
      </Group>
    </Stack>
  )
}
