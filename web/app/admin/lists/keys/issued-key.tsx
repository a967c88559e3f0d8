import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { CopyField } from '../../kit/display.tsx'

/** Shows a new secret, once. */
export function IssuedKey({ secret, onClose }: { readonly secret: string | null; onClose(): void }) {
  return (
    <Modal opened={secret !== null} onClose={onClose} title="The key">
      <Stack>
        <Text>Copy it now: it is not stored and cannot be shown again.</Text>
        <CopyField label="Client key" value={secret ?? ''} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
