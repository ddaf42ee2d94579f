import { readFileSync } from 'node:fs'

import { logo } from '../config/brand.ts'
import { logoId } from './mail-html.ts'

const content = logo
  ? await (await import('sharp')).default(logo).resize(96, 96, { fit: 'inside' }).png().toBuffer()
  : readFileSync(`${import.meta.dirname}/logo.png`)

/** The logo inside of the mail, because most mail programs do not load pictures from outside. */
export const logoAttachment = {
  filename: 'logo.png',
  content,
  contentType: 'image/png',
  cid: logoId,
  contentDisposition: 'inline' as const,
}
