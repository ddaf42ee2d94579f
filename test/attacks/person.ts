/** Somebody with a mailbox, as a form sends them. */
export const ngozi = {
  firstname: 'Ngozi',
  lastname: 'Eze',
  email: 'ngozi@example.com',
  gender: 'Female',
  terms: true,
}

export const password = 'mango rain 47'
export const otherPassword = 'harmattan kite 12'

/** The sign-up form of whoever claims an address. */
export const signUpForm = (chosen: string, change: object = {}) => ({
  ...ngozi,
  password: chosen,
  confirmPassword: chosen,
  ...change,
})
