import { describe, expect, it } from "vitest";
import { verdictOf } from "../build/advisories.ts";

const VULNERABLE = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    vite: { severity: "high", range: "<=8.3.7", via: ["esbuild"] },
    esbuild: {
      severity: "high",
      range: "<0.25",
      via: [{ title: "Any site reads files", url: "https://example.org/a" }],
    },
  },
});

describe("what npm says of the lock file", () => {
  it("names each package that is vulnerable, and by what", () => {
    expect(verdictOf(VULNERABLE)).toEqual({
      status: 1,
      lines: [
        "esbuild <0.25: high",
        "  Any site reads files https://example.org/a",
        "vite <=8.3.7: high",
        "  by esbuild",
      ],
    });
  });

  it("is good where nothing is known", () => {
    expect(verdictOf('{"auditReportVersion":2,"vulnerabilities":{}}').status).toBe(0);
  });

  it.each([
    ['{"message":"405 Method Not Allowed","error":{"summary":""}}', "405 Method Not Allowed"],
    ["{}", "has no packages"],
    ["npm error", "cannot be read"],
    ["", "cannot be read"],
  ])("is never taken for good where npm could not be asked: %s", (answer, why) => {
    const { status, lines } = verdictOf(answer);
    expect(status).toBe(2);
    expect(lines.join()).toContain("could not be asked");
    expect(lines.join()).toContain(why);
  });
});
