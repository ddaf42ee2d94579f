import { describe, expect, it } from 'vitest'

import { errorSentences } from '#shared/error-sentences.ts'
import { done, failed, invalid } from '#shared/messages.ts'

/**
 * The sentences of specification §5 and §8, written out once more: everything else takes them from `shared/`, so a slip of the keyboard
 * there would be a slip everywhere. Where a reading changes one, the reading stands beside it.
 */
describe('the sentences of the specification', () => {
  it('are said by the account forms to the letter (specification §5)', () => {
    expect(invalid).toMatchObject({
      firstname: 'First Name is required',
      lastname: 'Last Name is required',
      gender: 'Gender is required',
      termsRefused: 'You must accept the terms and conditions',
      termsMissing: 'Terms and Conditions is required',
      passwordShort: 'Password must be at least 8 characters',
      confirmPasswordShort: 'Confirm Password must be at least 8 characters',
      passwordMismatch: 'Password must match',
      email: 'Invalid email address',
      passwordRequired: 'Password is required',
      resetPasswordShort: 'Password must be at least 8 characters long',
      currentPassword: 'Current password is required',
      newPasswordMismatch: 'New password and confirm password do not match',
      feedback: 'Feedback is required',
    })
  })

  it('are said by the wizard to the letter (specification §5, readings C2)', () => {
    expect(invalid).toMatchObject({
      title: 'Campaign Title is required',
      country: 'Campaign Country is required',
      city: 'Campaign City is required',
      category: 'Campaign Category is required',
      description: 'Campaign Description is required',
      goalAmount: 'Campaign Goal Amount is required',
      startDate: 'Campaign Start Date must be in the future',
      endDate: 'Campaign End Date must be after the Start Date',
      raiseMoneyFor: expect.stringMatching(/must be at least 50 characters$/),
      importance: expect.stringMatching(/must be at least 50 characters$/),
      impact: expect.stringMatching(/must be at least 50 characters$/),
      imageSize: 'Max image size is 5MB.',
      imageType: 'Only .jpg, .jpeg, .png and .webp formats are supported.',
      imageMissing: 'No file provided.',
      imageNotImage: 'One or more files are not valid images.',
      name: 'Name is required',
      phone: 'Phone Number must be at least 10 characters',
      bank: 'bank code is required',
      accountNumber: 'account number is required',
    })
  })

  it('are said by the donate form to the letter (specification §5)', () => {
    expect(invalid).toMatchObject({
      amount: 'Amount is required',
      donorEmailRequired: 'Email is required',
      donorEmail: 'Invalid email format',
      required: 'Required',
      input: 'Invalid input',
    })
  })

  it('are said of every code of the identity provider to the letter (specification §8)', () => {
    expect(errorSentences).toMatchObject({
      'invalid-credential': 'Username or password is incorrect.',
      'invalid-email': 'Invalid email address.',
      'email-already-in-use': 'Email already in use.',
      'user-disabled': 'This user has been disabled.',
      'user-not-found': 'No user found with this email.',
      'wrong-password': 'Incorrect password. Please try again.',
      'weak-password': 'Password should be at least 6 characters',
      'identity-unavailable': 'An unknown error occurred. Please try again.',
    })
  })

  it('are said of everything that was done, to the letter (specification §8)', () => {
    expect(Object.values(done).sort()).toEqual(
      [
        'Form submitted successfully',
        'Account created! Please verify your email.',
        'Login Successful',
        'Check your email for the password reset link!',
        'Password reset successfully! You can now log in.',
        'Verification email sent! Check your inbox.',
        'Profile updated successfully!',
        'Password updated successfully!',
        'Campaign deleted successfully',
        'Successfully signed out.',
        'link copied to clipboard',
      ].sort(),
    )
  })

  it('are said of everything that failed, to the letter (specification §8)', () => {
    expect(Object.values(failed).sort()).toEqual(
      [
        'Failed to create user. Please try again.',
        'User ID is undefined',
        'Campaign ID is undefined',
        'Error deleting campaign',
        'Error fetching banks',
        'Unknown mode',
        'Failed to fetch transactions.',
      ].sort(),
    )
  })
})
