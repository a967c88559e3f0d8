import { Anchor, Button, Group, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useFirstFocus } from './first-focus.ts'

export interface CodeStepProps {
  readonly isBusy: boolean
  onDone(code: string): void
  onBack(): void
}

const DIGITS = /^\d{6}$/
const withoutSpaces = (text: string): string => text.replace(/\s/g, '')

/** Asks for a second-factor code, or a recovery code if the device is lost. */
export function CodeStep({ isBusy, onDone, onBack }: CodeStepProps) {
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const change = (text: string) => {
    setCode(text)
    if (!isRecovery && DIGITS.test(withoutSpaces(text)) && !isBusy) onDone(withoutSpaces(text))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onDone(isRecovery ? code.trim() : withoutSpaces(code))
      }}
    >
      <Stack>
        <CodeField
          key={String(isRecovery)}
          label={isRecovery ? 'Recovery code' : 'Code'}
          description={isRecovery ? 'One of the codes you saved when you set up two-factor authentication. Each works once.' : undefined}
          inputMode={isRecovery ? 'text' : 'numeric'}
          value={code}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          Sign in
        </Button>
        <Group justify="space-between">
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              setRecovery(!isRecovery)
              setCode('')
            }}
          >
            {isRecovery ? 'Use the app instead' : 'Use a recovery code'}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Back
          </Anchor>
        </Group>
      </Stack>
    </form>
  )
}

function CodeField(props: TextInputProps) {
  const first = useFirstFocus<HTMLInputElement>()
  return <TextInput autoComplete="one-time-code" maxLength={40} required withAsterisk={false} size="md" {...props} ref={first} />
}
