import { describe, expect, it } from "vitest";
import { holdsCredential, isCredentialName } from "../../../src/report/privacy/credential.ts";

describe("an argument's name", () => {
  it.each([
    "token",
    "customer.api_token",
    "apiKey",
    "api-key",
    "Authorization",
    "userPassword",
    "session_id",
    "headers.cookie",
    "private_keys",
  ])("%s is a credential's", (name) => {
    expect(isCredentialName(name)).toBe(true);
  });

  it.each([
    "reason",
    "key",
    "keys.name",
    "tokenize",
    "author",
    "primary_key",
    "passenger",
    "to.length",
  ])("%s is not", (name) => {
    expect(isCredentialName(name)).toBe(false);
  });
});

describe("a text", () => {
  it.each([
    ["a payment provider's key", "sk_live_abc"],
    ["a webhook's secret", "whsec_1"],
    ["a forge's token", "ghp_1"],
    ["another forge's token", "glpat-1"],
    ["a chat's token", "xoxb-1-2"],
    ["a cloud's key", "AKIAIOSFODNN7EXAMPLE"],
    ["a JWT", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig"],
    ["a PEM block", "x\n-----BEGIN RSA PRIVATE KEY-----\n"],
    ["a header", "Bearer abcdefghij"],
    ["an address with a password", "postgres://user:pass@host/db"],
    ["a query with a token", "https://host/?token=abcd"],
    ["a card number", "4242 4242 4242 4242"],
    ["a card number in a sentence", "card 4242-4242-4242-4242, please"],
    ["a long random run", "9fXq2LmZ0aPv7RtY3cWb"],
    ["a long random run of letters", "QWxhZGRpbjpvcGVuIHNlc2FtZQ"],
    ["a digest", "d41d8cd98f00b204e9800998ecf8427e"],
  ])("with %s holds a credential", (_, text) => {
    expect(holdsCredential(text)).toBe(true);
  });

  it.each([
    "duplicate",
    "requested_by_customer",
    "We found the second charge.",
    "createRefundForCustomerAccount",
    "2026-10-01T09:30:00Z",
    "ch_0001",
    "4242 4242 4242 4241",
    "0000000000000000",
    "12345678901234567890123",
    "--------------------------------",
    "https://mcp.helpdesk.example/mcp",
  ])("%s holds none", (text) => {
    expect(holdsCredential(text)).toBe(false);
  });
});
