/** Dimensions of the drawing, shared by the server's drawing and the page's layout. */
export const LEAD_CHART = { width: 420, height: 240, left: 48, right: 412, top: 14, bottom: 204 } as const
