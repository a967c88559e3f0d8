import { useMediaQuery } from '@mantine/hooks'

/** Too narrow for a table or a sidebar; the breakpoint `sm`. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
}
