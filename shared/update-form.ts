import * as z from 'zod/mini'

import { invalid } from './text/invalid.ts'
import { oneLine, paragraphs } from './text.ts'

export const imagesPerUpdate = 4

const texts = { title: oneLine({ min: 1, max: 100 }), text: paragraphs({ min: 1, max: 5_000 }) }
const alt = oneLine({ min: 1, max: 200 })

/** POST and PUT of an update. The server knows the size of each image. */
export const updateFormSchema = z.strictObject({
  ...texts,
  images: z._default(
    z
      .array(z.object({ id: oneLine({ min: 1, max: 200 }), alt }))
      .check(z.maxLength(imagesPerUpdate, invalid.input)),
    [],
  ),
  /** PUT: when what the form shows was written. */
  base: z.optional(oneLine({ max: 40 })),
})
export type UpdateForm = z.output<typeof updateFormSchema>

/** The fields of the form on the page, which has a description for each uploaded picture. */
export const updateFieldsSchema = z.object({
  ...texts,
  alt0: z.optional(alt),
  alt1: z.optional(alt),
  alt2: z.optional(alt),
  alt3: z.optional(alt),
})
