/** A person as the sign-up form sends them. */
export const ngozi = {
  firstname: 'Ngozi',
  lastname: 'Eze',
  email: 'ngozi@example.com',
  gender: 'Female',
  terms: true,
}

export const password = 'mango rain 47'
export const otherPassword = 'harmattan kite 12'

export const signUpForm = (password: string, change: object = {}) => ({
  ...ngozi,
  password,
  confirmPassword: password,
  ...change,
})
