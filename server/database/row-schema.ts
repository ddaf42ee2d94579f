import * as z from 'zod/mini'

/** Like `z.object`, for rows that come by the dozen: zod compiles what it checks, which zod/mini leaves out (decision 0012). */
export function rowOf<Shape extends z.core.$ZodShape>(
  shape: Shape,
): z.core.$ZodObject<Shape, z.core.$strip> {
  return new z.core.$ZodObjectJIT({ type: 'object', shape }) as z.core.$ZodObject<
    Shape,
    z.core.$strip
  >
}
