import * as z from 'zod/mini'

export const noContent = z.undefined()
