/** The specification's words, §2, §5 and §8, for both of its forms. */
export const settingUp = 'Setting up your new profile. This may take a while, please wait...';
export const incomplete = 'Please fill all the fields!';
export const unexplained = 'Internal Server Error. Please contact the admins.';

/** For an address that nobody has typed yet: what is not allowed in it can wait until somebody does. */
export const noAddress = 'Enter an email address like name@example.com.';
