import { percent } from '../kit/words.ts'

/** A share that nothing may be known of. */
export const rate = (share: number | null): string => (share === null ? '–' : percent(share))
