// The main job with the client that openapi-generator writes. Words: address, key, a file, its fingerprint, another one.
package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"strconv"

	openapi "example.com/generated-clients/openapi"
)

func must[Value any, Answer any](value Value, _ Answer, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func open(path string) *os.File {
	file, err := os.Open(path)
	if err != nil {
		panic(err)
	}
	return file
}

func main() {
	url, key, path, fingerprint, other := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5]
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: url}}
	api := openapi.NewAPIClient(configuration).DefaultAPI
	ctx := context.WithValue(context.Background(), openapi.ContextAccessToken, key)

	registered := []*openapi.Proof{}
	told := [][]any{}
	for _, hash := range []string{fingerprint, fingerprint, other} {
		proof := must(api.CreateProof(ctx).Registration(*openapi.NewRegistration(hash)).Execute())
		registered = append(registered, proof)
		told = append(told, []any{proof.Id, proof.GetCreated()})
	}
	first, second := registered[0], registered[2]
	newest := must(api.ListProofs(ctx).Limit(1).Execute())
	oldest := must(api.ListProofs(ctx).Limit(1).Cursor(newest.GetNextCursor()).Execute())
	pages := [][]any{}
	for _, page := range []*openapi.ProofPage{newest, oldest} {
		pages = append(pages, []any{page.Data[0].Id, page.NextCursor.Get() != nil})
	}
	seal := must(api.RequestSeal(ctx, first.Id).Execute()).Qualified
	refusal := ""
	_, _, err := api.RequestSeal(ctx, second.Id).Execute()
	if failed, ok := err.(*openapi.GenericOpenAPIError); ok {
		model := failed.Model().(openapi.ErrorPaymentRequired)
		refusal = model.Error.Code
	}
	deposited := must(api.DepositOriginal(ctx, first.Id).Body(open(path)).Execute())
	posted := must(api.PostOriginal(ctx, first.Id).File(open(path)).Execute())
	downloaded := must(api.GetOriginal(ctx, first.Id).Execute())
	content, err := io.ReadAll(downloaded)
	if err != nil {
		panic(err)
	}
	ended := must(api.DeleteOriginal(ctx, first.Id).Execute())
	proof := must(api.GetProof(ctx, first.Id).Execute())
	account := must(api.GetAccount(ctx).Execute())
	// It reads each answer of success as the first one in the document, so here it has an error beside the answer.
	_, portable, _ := api.GetPortableProof(ctx, first.Id).Execute()
	retryAfter, _ := strconv.Atoi(portable.Header.Get("Retry-After"))

	json.NewEncoder(os.Stdout).Encode(map[string]any{
		"registered": told,
		"pages":      pages,
		"sealed":     []any{seal.State, seal.Time.Unix()},
		"refusal":    refusal,
		"deposited":  []any{deposited.Original.Get().SizeBytes, posted.Original.Get().SizeBytes},
		"downloaded": string(content),
		"ended":      ended.Original.Get() == nil && ended.ProofUnaffected,
		"proof":      []any{proof.State, proof.Bitcoin.BlockHeight.Get(), proof.Original.Get()},
		"custody":    account.Custody.MaxAccountBytes,
		"portable":   []any{portable.StatusCode, retryAfter},
	})
}
