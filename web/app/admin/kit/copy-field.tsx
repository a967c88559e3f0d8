import { ActionIcon, CopyButton, TextInput, Tooltip } from '@mantine/core'
import { Icon } from './icon.tsx'

/** A value to copy, such as a link or a secret. */
export function CopyField({
  label,
  value,
  description,
}: {
  readonly label: string
  readonly value: string
  readonly description?: string
}) {
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      {...(description === undefined ? {} : { description })}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? 'Copied' : 'Copy'}>
              <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={copied ? `${label}: copied` : `Copy ${label}`}>
                <Icon name={copied ? 'check' : 'copy'} size={16} />
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      }
    />
  )
}
