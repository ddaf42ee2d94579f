import { readFileSync } from 'node:fs'

import { logoId } from './mail-html.ts'

const content = readFileSync(`${import.meta.dirname}/logo.png`)

/** The logo inside of the mail, because most mail programs do not load pictures from outside. */
export const logoAttachment = {
  filename: 'ajo.png',
  content,
  contentType: 'image/png',
  cid: logoId,
  contentDisposition: 'inline' as const,
}
