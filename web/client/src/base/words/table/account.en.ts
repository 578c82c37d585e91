/** The words of the account: how one comes in. */
export const account = {
  "log-in": "Log in",
  account: "Account",
  "user-name": "User name",
  password: "Password",
};
