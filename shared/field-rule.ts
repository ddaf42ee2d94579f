import * as z from 'zod/mini'

/**
 * A rule about several fields. It is checked even if other fields are invalid, so that a form shows all its errors at once. `holds` therefore
 * also gets values that other rules refuse. A field with an error of its own keeps that one.
 */
export const fieldRule = <Form>(
  field: keyof Form & string,
  message: string,
  holds: (form: Partial<Form>) => boolean,
) =>
  z.refine<Form>(holds, {
    error: message,
    path: [field],
    when: ({ value, issues }) =>
      typeof value === 'object' &&
      value !== null &&
      !issues.some(({ path }) => path?.[0] === field),
  })
