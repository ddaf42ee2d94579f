import * as z from 'zod/mini'

/** `z.object` for rows that are read in large numbers. Zod compiles it into a function, which zod/mini does not (decision 0011). */
export function compiledObject<Shape extends z.core.$ZodShape>(
  shape: Shape,
): z.core.$ZodObject<Shape, z.core.$strip> {
  return new z.core.$ZodObjectJIT({ type: 'object', shape }) as z.core.$ZodObject<
    Shape,
    z.core.$strip
  >
}
