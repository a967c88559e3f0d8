/** The number of warnings shown at first, so that they do not push the weather off the page. */
export const SHOWN = 4
