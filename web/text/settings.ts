/** The three forms of the settings (specification §2). */
export const settingsText = {
  tabs: ['Edit Profile', 'Security', 'Feedback'],
  title: 'Settings',
  firstname: 'First Name',
  lastname: 'Last Name',
  email: 'Email',
  save: 'Save Changes',
  currentPassword: 'Current Password',
  newPassword: 'New Password',
  confirmPassword: 'Confirm Password',
  changePassword: 'Update Password',
  feedbackIntro: 'Send us your feedback',
  feedback: 'Your feedback',
  sendFeedback: 'Submit',
  feedbackSent: 'Thank you! Your feedback was sent.',
}
