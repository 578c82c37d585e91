/** Passkeys: what the browser's own window asks for, as the platform's options say. */
import type { Call } from "../api/client.ts";
import { Problem } from "../api/problem.ts";
import { isObject } from "../api/shape.ts";
import { client } from "../app/session.ts";

/** A passkey's answer as the interface takes it. */
export type PasskeyAnswer = Readonly<Record<string, unknown>>;

/** Return the options with which a refusal asks for a passkey; null where it asks for none. */
export function askedPasskey(error: unknown): object | null {
  if (!(error instanceof Problem) || error.code !== "second-factor-required") return null;
  const { passkey } = error.members;
  return isObject(passkey) && isObject(passkey["publicKey"]) ? passkey["publicKey"] : null;
}

/** Let the browser create a passkey. Throws a {@link Problem} where it did not: the window was closed, or it cannot. */
export async function createPasskey(options: object): Promise<PasskeyAnswer> {
  return answerOf(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON),
    }),
  );
}

/** Let one of the account's passkeys sign. Throws as {@link createPasskey} does. */
export async function usePasskey(options: object): Promise<PasskeyAnswer> {
  return answerOf(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON),
    }),
  );
}

/** Send what proves who it is. Where only the second factor is missing, a passkey is asked for, and it is sent again. */
export async function callProved<T>(call: Call<T> & { readonly body: object }): Promise<T> {
  try {
    return await client.call(call);
  } catch (error) {
    const options = askedPasskey(error);
    if (options === null) throw error;
    return client.call({ ...call, body: { ...call.body, passkey: await usePasskey(options) } });
  }
}

async function answerOf(act: () => Promise<Credential | null>): Promise<PasskeyAnswer> {
  // Browsers before 2025, and pages that are not reached over https.
  if (!("PublicKeyCredential" in globalThis) || !("parseRequestOptionsFromJSON" in PublicKeyCredential)) {
    throw notUsed("this browser has no passkeys");
  }
  let credential: Credential | null;
  try {
    credential = await act();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw notUsed(error.message);
  }
  if (!(credential instanceof PublicKeyCredential)) throw notUsed("the browser gave none");
  return { ...credential.toJSON() };
}

/** Return what a person is told where the browser's window was closed, or there is no such passkey in this device. */
function notUsed(detail: string): Problem {
  return new Problem({ code: "passkey-not-used", detail }, 0, null);
}
