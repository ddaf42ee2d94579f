import * as z from 'zod/mini'

const percent = z.int().check(z.minimum(0), z.maximum(100))
/** The point of an image that crops keep, in percent from the left and the top. */
export const focusSchema = z.object({ x: percent, y: percent })
export type Focus = z.output<typeof focusSchema>

/** `id` is the SHA-256 of the bytes in hex, or the asset id of a hosted store. */
export const imageSchema = z.object({
  id: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  /** Set by the organiser. Undefined: `getFocus` decides. */
  focus: z.optional(focusSchema),
  /** Twelve colours in hex, four columns by three rows, shown while the image loads. */
  placeholder: z.optional(z.string().check(z.regex(/^[0-9a-f]{72}$/))),
})
export type Image = z.output<typeof imageSchema>

/** The answer to an upload. `isCut`: the end of the file is missing. */
export const uploadedImageSchema = z.extend(imageSchema, { isCut: z.optional(z.boolean()) })
export type UploadedImage = z.output<typeof uploadedImageSchema>
