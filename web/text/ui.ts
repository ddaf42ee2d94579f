/** Labels of the components in web/ui. */
export const uiText = {
  selectOption: 'Select an option',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  close: 'Close',
  details: 'Details',
  remove: (name: string) => `Remove ${name}`,
  uploading: (name: string) => `Uploading ${name}`,
  percent: (share: number) => `${Math.round(share * 100)}%`,
  chooseFile: 'Choose a file',
  chooseFiles: 'Choose files',
  orDrop: 'or drop them here',
  count: (length: number, most: number) => `${length} of at most ${most} characters`,
  countLeast: (length: number, least: number) => `${length} of at least ${least} characters`,
}
