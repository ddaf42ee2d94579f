export const genders = ['Male', 'Female', 'Other'] as const
export type Gender = (typeof genders)[number]
