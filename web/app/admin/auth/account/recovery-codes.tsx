import { Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { Icon } from '../../kit/icon.tsx'
import styles from './recovery-codes.module.css'

/** The recovery codes for a lost device; shown only once. */
export function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; onDone(): void }) {
  return (
    <Stack>
      <Text size="sm">
        Two-factor authentication is on. Store these codes with your passwords: if you lose your device, each of them lets you sign in once.
        They are shown only now.
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
              {copied ? 'Copied' : 'Copy codes'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>I have saved the codes</Button>
      </Group>
    </Stack>
  )
}
