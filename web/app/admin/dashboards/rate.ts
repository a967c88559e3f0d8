import { percent } from '../kit/words.ts'

/** A share as a percentage; a dash when unknown. */
export const rate = (share: number | null): string => (share === null ? '–' : percent(share))
