// The main job with the client that oapi-codegen writes. Words: address, key, a file, its fingerprint, another one.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"os"
	"strconv"

	"example.com/generated-clients/oapi"
)

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	url, key, path, fingerprint, other := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5]
	ctx := context.Background()
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	}
	api := must(oapi.NewClientWithResponses(url, oapi.WithRequestEditorFn(authorize)))

	registered := []*oapi.Proof{}
	told := [][]any{}
	for _, hash := range []string{fingerprint, fingerprint, other} {
		answer := must(api.CreateProofWithResponse(ctx, nil, oapi.Registration{Hash: hash}))
		proof := answer.JSON201
		if proof == nil {
			proof = answer.JSON200
		}
		registered = append(registered, proof)
		told = append(told, []any{proof.Id, *proof.Created})
	}
	first, second := registered[0].Id, registered[2].Id
	limit := 1
	newest := must(api.ListProofsWithResponse(ctx, &oapi.ListProofsParams{Limit: &limit})).JSON200
	next := &oapi.ListProofsParams{Limit: &limit, Cursor: newest.NextCursor}
	oldest := must(api.ListProofsWithResponse(ctx, next)).JSON200
	pages := [][]any{}
	for _, page := range []*oapi.ProofPage{newest, oldest} {
		pages = append(pages, []any{page.Data[0].Id, page.NextCursor != nil})
	}
	seal := must(api.RequestSealWithResponse(ctx, first)).JSON200.Qualified
	refused := must(api.RequestSealWithResponse(ctx, second)).JSON402
	content := must(os.ReadFile(path))
	const binary = "application/octet-stream"
	deposited := must(api.DepositOriginalWithBodyWithResponse(ctx, first, binary, bytes.NewReader(content))).JSON201
	form := &bytes.Buffer{}
	writer := multipart.NewWriter(form)
	must(must(writer.CreateFormFile("file", "a.txt")).Write(content))
	writer.Close()
	posted := must(api.PostOriginalWithBodyWithResponse(ctx, first, writer.FormDataContentType(), form)).JSON200
	downloaded := must(api.GetOriginalWithResponse(ctx, first)).Body
	ended := must(api.DeleteOriginalWithResponse(ctx, first)).JSON200
	proof := must(api.GetProofWithResponse(ctx, first)).JSON200
	account := must(api.GetAccountWithResponse(ctx)).JSON200
	portable := must(api.GetPortableProofWithResponse(ctx, first)).HTTPResponse
	retryAfter, _ := strconv.Atoi(portable.Header.Get("Retry-After"))

	json.NewEncoder(os.Stdout).Encode(map[string]any{
		"registered": told,
		"pages":      pages,
		"sealed":     []any{seal.State, seal.Time.Unix()},
		"refusal":    refused.Error.Code,
		"deposited":  []any{deposited.Original.SizeBytes, posted.Original.SizeBytes},
		"downloaded": string(downloaded),
		"ended":      ended.Original == nil && ended.ProofUnaffected,
		"proof":      []any{proof.State, proof.Bitcoin.BlockHeight, proof.Original},
		"custody":    account.Custody.MaxAccountBytes,
		"portable":   []any{portable.StatusCode, retryAfter},
	})
}
