import { Type } from 'typebox'

/** A mail as its reader sees it. */
export const RenderedMailItem = Type.Object({ subject: Type.String(), html: Type.String(), text: Type.String() }, { title: 'RenderedMail' })
